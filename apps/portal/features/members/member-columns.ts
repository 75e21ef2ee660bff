/** Widths shared by the member and invitation tables, which aligns their columns. */
export const memberColumns = { role: '120px', time: '140px', actions: '220px' } as const
