import type { Tool } from './tool.ts'

/** Every tool, in the order in which hosts see them. */
export const tools: readonly Tool[] = []
