import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from './html.mts';

/** The page of a gateway in front of the service: it answers in HTML what does not come from the service itself. */
export const gatewayPage = (status: number): string => {
	const title = escapeHtml(`${status} ${STATUS_CODES[status] ?? ''}`.trim());
	return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
};

/** Answers as the gateway. */
export const answerAsGateway = async (reply: FastifyReply, status: number): Promise<void> => {
	await reply.code(status).type('text/html').send(gatewayPage(status));
};
