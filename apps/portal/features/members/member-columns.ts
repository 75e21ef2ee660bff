/** Widths that the tables of members and invitations share, so that their columns are in one line. */
export const memberColumns = { role: '120px', time: '140px', actions: '220px' } as const
