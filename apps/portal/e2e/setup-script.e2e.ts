import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'playwright/test'
import { quickstart } from './quickstart.ts'

const run = promisify(execFile)

/** The block of the README that sets everything up with curl and an API key. */
async function setupScript(): Promise<string> {
  const readme = await readFile('README.md', 'utf8')
  const [, block = ''] = /setup-script\.e2e\.ts -->\n```sh\n(.*?)\n```\n/s.exec(readme) ?? []
  return block
}

test('the script of the README goes from an API key to calls on a company file of its own', async () => {
  const script = await setupScript()
  expect(script).toContain('curl')
  const { baseUrl, apiKey, productionRealmId, sandboxRealmId } = quickstart()

  const { stdout, stderr } = await run('env', [`BASE_URL=${baseUrl}`, `API_KEY=${apiKey}`, 'sh', '-c', script])

  const [created, found] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(created).toMatchObject({ Customer: { DisplayName: 'Ada Lovelace', domain: 'QBO' } })
  expect(found.QueryResponse.Customer).toEqual([created.Customer])
  expect(stderr).toBe('')

  const realms = await (
    await fetch(`${baseUrl}/admin/v1/realms?orgId=${quickstart().orgId}`, {
      headers: { 'x-api-key': apiKey },
    })
  ).json()
  const made = realms.realms.find(({ name }: { name: string }) => name === 'Scripted')
  expect([productionRealmId, sandboxRealmId]).not.toContain(made.id)
  const answer = await fetch(`${baseUrl}/admin/v1/realms/${made.id}`, {
    method: 'DELETE',
    headers: { 'x-api-key': apiKey },
  })
  expect(answer.status).toBe(204)
})
