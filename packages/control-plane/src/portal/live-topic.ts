export const liveTopics = ['organization', 'requests', 'agents'] as const

/** What changed: settings and members, the request log, or agent connections. */
export type LiveTopic = (typeof liveTopics)[number]
