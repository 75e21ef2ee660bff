import { expect, it } from 'vitest'
import { findHalfwayRisk, outlineStatements, readMigrations } from './migration.ts'

it('reads statements whose strings, comments and bodies have semicolons', () => {
  const script = `-- a; b
    CREATE TABLE "c;d" (e text DEFAULT 'f;''g'); /* h; */
    DO $x$ BEGIN PERFORM 1; COMMIT; END $x$; SELECT E'\\';', $$;$$`
  expect(outlineStatements(script)).toEqual(['CREATE TABLE "c d" (e text DEFAULT )', 'DO', 'SELECT ,'])
})

it('is all or nothing in every migration', async () => {
  const risks = (await readMigrations()).map((migration) => [migration.name, findHalfwayRisk(migration)])
  expect(risks.filter(([, risk]) => risk !== undefined)).toEqual([])
})

it.each([
  ['ALTER TABLE a ADD b int; COMMIT; DROP TABLE c', 'COMMIT ends the transaction of the migration'],
  ['CREATE INDEX CONCURRENTLY a ON b(c); ALTER TABLE b ADD d int', 'a CONCURRENTLY statement is a separate migration'],
  [
    'REINDEX TABLE CONCURRENTLY a',
    'only CREATE INDEX CONCURRENTLY and DROP INDEX CONCURRENTLY IF EXISTS can be repeated',
  ],
  ['DROP INDEX CONCURRENTLY a', 'only CREATE INDEX CONCURRENTLY and DROP INDEX CONCURRENTLY IF EXISTS can be repeated'],
  ['DROP INDEX CONCURRENTLY IF EXISTS a', undefined],
  ['CREATE UNIQUE INDEX CONCURRENTLY "a" ON b(c)', undefined],
  ["SELECT 'COMMIT'; -- CONCURRENTLY", undefined],
])('of %s says what could end half-way', (script, risk) => {
  expect(findHalfwayRisk({ name: 'a', script })).toBe(risk)
})
