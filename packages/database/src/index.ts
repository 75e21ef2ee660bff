export * from '../generated/client.ts'
export * from './change-feed.ts'
export * from './database.ts'
