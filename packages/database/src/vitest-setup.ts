import { setTestDatabaseUrl, testDatabaseUrl } from './env.ts'
import { startTestCluster } from './test-cluster.ts'

/** Vitest's global set-up: one PostgreSQL server for the whole run; returns the tear-down. */
export default async function setUpDatabase(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(testDatabaseUrl())
  setTestDatabaseUrl(cluster.templateUrl)
  return cluster.stop
}
