const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: unknown): string =>
	String(text).replace(/[&<>"]/g, (character) => escapes[character]);

/** A small page of the local service. @param body HTML, so already escaped */
export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; color: #1d2b26; }
h1 { color: #0b6b4f; } label { display: block; margin: .6rem 0; }
input[type=text], input[type=email], input[type=password], input[type=url] { width: 100%; padding: .4rem; font: inherit; box-sizing: border-box; }
button { font: inherit; padding: .4rem 1rem; background: #0b6b4f; color: #fff; border: 0; border-radius: 4px; cursor: pointer; }
button.quiet { background: #777; } code { background: #e8f4ef; padding: .1rem .3rem; word-break: break-all; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .3rem; border-bottom: 1px solid #ddd; vertical-align: top; }
.once { border: 2px solid #e4572e; padding: .6rem 1rem; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>`;
