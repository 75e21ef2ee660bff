import { setTestDatabaseUrl, testDatabaseUrl } from './env.ts'
import { startTestCluster } from './test-cluster.ts'

/** Vitest's global setup: one PostgreSQL server for the whole run. Returns the teardown. */
export default async function setUpDatabase(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(testDatabaseUrl())
  setTestDatabaseUrl(cluster.templateUrl)
  return cluster.stop
}
