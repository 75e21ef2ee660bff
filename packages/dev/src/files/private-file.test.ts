import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { closeFolder, writePrivateText } from './private-file.ts'

it('closes folders to other users: new ones, and existing ones that were open', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'private-'))
  const getMode = async (folder: string) => (await stat(folder)).mode & 0o777
  const [made, opened, implied] = ['made', 'opened', 'implied'].map((name) => path.join(root, name, 'inner'))
  await closeFolder(`${made}`)
  await mkdir(`${opened}`, { recursive: true, mode: 0o755 })
  await chmod(`${opened}`, 0o755)
  await closeFolder(`${opened}`)
  await writePrivateText(path.join(`${implied}`, 'file'), 'text')
  expect(await Promise.all([made, opened, implied].map((folder) => getMode(`${folder}`)))).toEqual([
    0o700, 0o700, 0o700,
  ])
  expect(await getMode(path.join(root, 'made'))).toBe(0o700)
  await rm(root, { recursive: true })
})
