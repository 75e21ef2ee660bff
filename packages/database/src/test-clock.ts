import { Client } from 'pg'
import { databaseUrl } from './embedded-postgres.ts'
import { clockOffset } from './env.ts'

/**
 * Gives `now()` the test clock in all databases created on a server from now on. PostgreSQL itself stays at the true time,
 * in which its timeouts work.
 *
 * `now()` is then a function in the schema `public`. `CURRENT_TIMESTAMP` is no function, and stays true.
 */
export async function moveClock(serverUrl: string, seconds = clockOffset()): Promise<void> {
  if (seconds === 0) return
  await withClient(databaseUrl(serverUrl, 'template1'), (client) =>
    client.query(`
      CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
        RETURN pg_catalog.now() + make_interval(secs => ${seconds});
      ALTER ROLE ALL SET search_path = public, pg_catalog`),
  )
}

/** Takes the time for column defaults and functions from `now()`, if `moveClock` has moved it. */
export async function moveColumnDefaults(url: string, seconds = clockOffset()): Promise<void> {
  if (seconds === 0) return
  await withClient(url, (client) =>
    client.query(`
      DO $$ DECLARE statement text; BEGIN
        FOR statement IN
          SELECT format('ALTER TABLE %I ALTER COLUMN %I SET DEFAULT now()', table_name, column_name)
          FROM information_schema.columns WHERE column_default = 'CURRENT_TIMESTAMP'
          UNION ALL
          SELECT format('ALTER FUNCTION %s SET search_path = public, pg_catalog, pg_temp', oid::regprocedure)
          FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND array_to_string(proconfig, ',') LIKE '%search_path=%'
        LOOP EXECUTE statement; END LOOP;
      END $$`),
  )
}

async function withClient(url: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
