import { useEditor } from '../harness/browser.mts';
import { useStack } from '../harness/stack.mts';

/** The service and the one page of the editor for all that is looked at there. */
export const stack = useStack({ workflows: [] });
export const openWorkflow = useEditor(stack);
