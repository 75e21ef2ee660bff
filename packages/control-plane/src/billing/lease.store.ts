import type { Database } from '@bridge/database'

/** Acquires or renews a job's lease for a server; returns whether it holds the lease. The database's clock counts. */
export async function acquireLease(database: Database, job: string, holder: string, seconds: number): Promise<boolean> {
  const count = await database.$executeRaw`
    INSERT INTO job_lease AS lease (job, holder, "expiresAt")
    VALUES (${job}, ${holder}::uuid, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (job) DO UPDATE SET holder = EXCLUDED.holder, "expiresAt" = EXCLUDED."expiresAt"
    WHERE lease.holder = EXCLUDED.holder OR lease."expiresAt" < now()`
  return count > 0
}

export async function releaseLease(database: Database, job: string, holder: string): Promise<void> {
  await database.$executeRaw`DELETE FROM job_lease WHERE job = ${job} AND holder = ${holder}::uuid`
}
