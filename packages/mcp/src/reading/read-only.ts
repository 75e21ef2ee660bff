import type { ToolAnnotations } from '../tools/tool.ts'

/** A reading tool's hints. */
export const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
