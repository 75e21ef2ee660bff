import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { closeFolder, hideFromGit, writePrivateText } from './private-file.ts'

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

it('hides a data folder in a clone from Git, under any name, and keeps what Git ignores already', async () => {
  const clone = await mkdtemp(path.join(tmpdir(), 'clone-'))
  const git = (...args: string[]) => execa('git', args, { cwd: clone })
  await git('init', '--quiet')
  await writeFile(path.join(clone, '.gitignore'), 'dist/\n')
  const folder = path.join(clone, 'my data')
  await closeFolder(folder)
  await hideFromGit(folder)
  await hideFromGit(clone)
  await writePrivateText(path.join(folder, 'server.json'), '{"password":"secret"}')
  expect((await git('status', '--porcelain', '--untracked-files=all')).stdout).toBe('?? .gitignore')
  expect(await readFile(path.join(clone, '.gitignore'), 'utf8')).toBe('dist/\n')
  await rm(clone, { recursive: true })
})
