import type { TestProject } from 'vitest/node'
import { setTestDatabaseUrl, testDatabaseUrl } from './env.ts'
import { startTestCluster } from './test-cluster.ts'

/** Vitest's global setup: one PostgreSQL server for the whole run. Returns the teardown. */
export default async function setUpDatabase({ config }: TestProject): Promise<() => Promise<void>> {
  const isSmall = config.provide.scale === 1
  const cluster = await startTestCluster({ serverUrl: testDatabaseUrl(), inMemory: isSmall })
  setTestDatabaseUrl(cluster.templateUrl)
  return cluster.stop
}
