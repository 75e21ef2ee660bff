import { Client, escapeIdentifier, escapeLiteral } from 'pg'

/**
 * Lets a role read and change rows in all tables, and nothing else: it owns no table, so it cannot change the schema. It
 * may only add audit events, and only read the migration list. Run it after the migrations, to include new tables.
 *
 * @param url the database, as the role that migrates it
 * @throws pg's error if the role does not exist, or the user in `url` may not grant
 */
export async function grantServiceRole(url: string, role: string): Promise<void> {
  const name = escapeIdentifier(role)
  const database = escapeIdentifier(decodeURIComponent(new URL(url).pathname.slice(1)))
  await run(url, [
    `GRANT CONNECT ON DATABASE ${database} TO ${name}`,
    `GRANT USAGE ON SCHEMA public TO ${name}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`,
    `REVOKE UPDATE, DELETE, TRUNCATE ON audit_event FROM ${name}`,
    `GRANT EXECUTE ON FUNCTION delete_audit_events, keep_partitions TO ${name}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${name}`,
    `REVOKE ALL ON _prisma_migrations FROM ${name}`,
    `GRANT SELECT ON _prisma_migrations TO ${name}`,
  ])
}

/** Creates the role if it does not exist, and sets its password. Returns its database address. */
export async function ensureServiceRole(url: string, role: string, password: string): Promise<string> {
  const name = escapeIdentifier(role)
  await run(url, [
    `DO $$ BEGIN CREATE ROLE ${name}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    `ALTER ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${escapeLiteral(password)}`,
  ])
  await grantServiceRole(url, role)
  const address = new URL(url)
  address.username = role
  address.password = password
  return address.href
}

/** Runs the statements in one transaction: no other sees a right between grant and revocation. */
async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements.join('; '))
  } finally {
    await client.end()
  }
}
