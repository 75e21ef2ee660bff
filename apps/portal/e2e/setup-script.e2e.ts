import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { quickstart } from '../test/quickstart.ts'
import { expect, test } from '../test/test.ts'

const run = promisify(execFile)

/** Returns the script in docs/guides/scripting.md. */
async function readSetupScript(): Promise<string> {
  const page = await readFile('docs/guides/scripting.md', 'utf8')
  const [, block = ''] = /setup-script\.e2e\.ts -->\n```sh\n(.*?)\n```\n/s.exec(page) ?? []
  return block
}

test('the setup script of the documentation creates a realm and calls it, starting from an API key', async () => {
  const script = await readSetupScript()
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

  const { realms } = await (
    await fetch(`${baseUrl}/admin/v1/realms?orgId=${quickstart().orgId}`, {
      headers: { 'x-api-key': apiKey },
    })
  ).json()
  const realm = realms.find(({ name }: { name: string }) => name === 'Scripted')
  expect([productionRealmId, sandboxRealmId]).not.toContain(realm.id)
  const response = await fetch(`${baseUrl}/admin/v1/realms/${realm.id}`, {
    method: 'DELETE',
    headers: { 'x-api-key': apiKey },
  })
  expect(response.status).toBe(204)
})
