import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort } from '@bridge/database/free-port'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const run = promisify(execFile)
const guide = fileURLToPath(new URL('../../../../docs/guides/webhooks.md', import.meta.url))

/** Serves a Rack app without the server that an installation of Ruby may lack. */
const rackServer = `
require 'socket'
require 'stringio'
def run(app)
  server = TCPServer.new('127.0.0.1', ENV.fetch('PORT').to_i)
  loop do
    socket = server.accept
    socket.gets or next
    env = {}
    while (line = socket.gets.chomp) != ''
      name, value = line.split(': ', 2)
      env["HTTP_#{name.upcase.tr('-', '_')}"] = value
    end
    env['rack.input'] = StringIO.new(socket.read(env['HTTP_CONTENT_LENGTH'].to_i))
    status, = app.call(env)
    socket.write("HTTP/1.1 #{status} \\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n")
    socket.close
  end
end
`

/** How the guide's receivers are started, by language. */
const languages = [
  {
    language: 'js',
    file: 'receiver.mjs',
    needs: process.execPath,
    start: () => [process.execPath, 'receiver.mjs'],
  },
  { language: 'python', file: 'receiver.py', needs: 'python3', start: () => ['python3', 'receiver.py'] },
  {
    language: 'php',
    file: 'receiver.php',
    needs: 'php',
    start: (port: number) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
  {
    language: 'csharp',
    file: 'Receiver.cs',
    needs: 'mcs',
    build: ['mcs', 'Receiver.cs'],
    start: () => ['mono', 'Receiver.exe'],
  },
  { language: 'java', file: 'Receiver.java', needs: 'java', start: () => ['java', 'Receiver.java'] },
  { language: 'ruby', file: 'config.ru', needs: 'ruby', start: () => ['ruby', '-r./rack-server', 'config.ru'] },
]

let admin: TestAdmin
let folder: string
const children: ChildProcess[] = []
beforeAll(async () => {
  admin = await startAdmin({ config: { baseUrl: 'http://localhost:3000' } })
  folder = await mkdtemp(path.join(tmpdir(), 'receivers-'))
  await writeFile(path.join(folder, 'rack-server.rb'), rackServer)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
  await admin.stop()
})

async function readReceiver(language: string): Promise<string> {
  const text = await readFile(guide, 'utf8')
  const [, code] =
    new RegExp(`receivers\\.slow\\.test\\.ts -->\n\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(text) ?? []
  if (code === undefined) throw new Error(`The guide has no receiver in ${language}.`)
  return code
}

async function hasProgram(name: string): Promise<boolean> {
  return run('sh', ['-c', `command -v ${name}`]).then(
    () => true,
    () => false,
  )
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

it.for(languages)('the receiver in $language accepts what is signed, and nothing else', async (receiver, { skip }) => {
  const { language, file, needs, build, start } = receiver
  skip(!(await hasProgram(needs)), `This machine has no ${needs}.`)
  await writeFile(path.join(folder, file), await readReceiver(language))
  if (build) await run(build[0] ?? '', build.slice(1), { cwd: folder })
  const port = await findFreePort()
  const { session, orgId } = await admin.organization(`${language}@example.com`)
  const redirectUris = ['https://app.example/cb']
  const { client } = (await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris })).body
  const webhook = `/clients/${client.id}/webhook`
  const { verifierToken } = (await admin.call(`PUT ${webhook}`, session, { url: `http://127.0.0.1:${port}/` })).body
  const variables = [`PORT=${port}`, `VERIFIER_TOKEN=${verifierToken}`]
  children.push(spawn('env', [...variables, ...start(port)], { cwd: folder, stdio: 'ignore' }))
  await expect.poll(() => isListening(port), { timeout: 60_000 }).toBe(true)
  const send = async () => (await admin.call(`POST ${webhook}/test`, session, {})).body.delivery
  // The first request of a virtual machine may take longer than a receiver may.
  await expect.poll(async () => (await send()).status, { timeout: 60_000 }).toBe(200)
  await admin.call(`POST ${webhook}/token`, session, {})
  expect(await send()).toMatchObject({ status: 401, accepted: false })
})
