import type { INode, IWebhookFunctions } from 'n8n-workflow';

/** What n8n's context has in addition to the functions that it documents. */
interface Context {
	readonly workflow?: {
		/** The saved document: one part for each node, named `node:` and its name, and a part for all nodes, `global`. */
		readonly staticData?: object;
		/** All nodes of the workflow, by name. */
		readonly nodes?: Readonly<Record<string, INode>>;
	};
}

/** Triggers that a person, a workflow, a form or a chat starts: they save nothing. */
const FORGETFUL_TRIGGERS =
	/\.(manual|error|executeWorkflow|workflow|n8n|form|chat|evaluation)Trigger$/;

/**
 * Whether other nodes save data in this workflow, or may begin to. n8n writes its document back as it was when the request
 * began. So a node that saves in it undoes what others have saved meanwhile.
 *
 * @param ownKey the key in the part for all nodes that belongs to this package
 * @returns true also if n8n does not show the document and the nodes, since then nobody can tell
 */
export function hasOtherMemories(context: IWebhookFunctions, ownKey: string): boolean {
	const { staticData, nodes } = (context as Context).workflow ?? {};
	if (staticData === undefined || nodes === undefined) return true;
	const { id, type } = context.getNode();
	const others = Object.values(nodes).filter((node) => node.id !== id && node.type !== type);
	return holdsOthers(staticData, ownKey) || others.some(canSave);
}

function holdsOthers(document: object, ownKey: string): boolean {
	return Object.entries(document).some(([part, value]: [string, unknown]) => {
		if (part !== 'global' || typeof value !== 'object' || value === null) return true;
		return Object.keys(value).some((key) => key !== ownKey);
	});
}

/**
 * Whether a node may save data that the document does not hold yet. The code of a Code node shows it. Most triggers
 * remember what they have seen. For other nodes nobody can tell, so their first save is not protected.
 */
function canSave({ type, parameters, disabled }: INode): boolean {
	if (disabled === true) return false;
	const isTrigger = /(trigger|emailReadImap)$/i.test(type);
	if (isTrigger) return !FORGETFUL_TRIGGERS.test(type);
	// A node of a type that n8n does not know may have been imported without parameters.
	return JSON.stringify(parameters ?? {}).includes('StaticData');
}
