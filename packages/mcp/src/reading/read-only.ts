import type { ToolAnnotations } from '../tools/tool.ts'

/** The hints of a tool that only reads. */
export const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
