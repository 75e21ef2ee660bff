import { connectDatabase, type Database } from '@bridge/database'

/** Connections on which agents cannot queue statements, by purpose. */
export interface ReservedDatabases {
  readonly renewals: Database
  readonly journal: Database
}

/** A gateway's connections to PostgreSQL. */
export interface GatewayDatabases {
  /** Serves tokens, hellos and the desktop states. */
  readonly database: Database
  readonly reserved: ReservedDatabases
  disconnect(): Promise<void>
}

/** Opens a gateway's pools, 16 connections in all: one for renewals, 5 for the journal, 10 for the rest. */
export function connectGatewayDatabases(url: string): GatewayDatabases {
  const connect = (maxConnections: number): Database => connectDatabase(url, { maxConnections })
  const [database, renewals, journal] = [connect(10), connect(1), connect(5)]
  return {
    database,
    reserved: { renewals, journal },
    disconnect: async () => {
      await Promise.all([database.$disconnect(), renewals.$disconnect(), journal.$disconnect()])
    },
  }
}
