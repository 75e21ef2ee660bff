import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildIconPrinter } from '../../windows/testing/build.ts'
import { createWinePrefix, type WinePrefix } from '../wine.ts'

const run = promisify(execFile)

let folder: string
let prefix: WinePrefix

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-icon-'))
  prefix = await createWinePrefix()
})

afterAll(async () => {
  await prefix?.destroy()
  await rm(folder, { recursive: true })
})

it('draws the mark of the portal', async () => {
  const [command = '', ...rest] = prefix.command()
  const { stdout } = await run(command, [...rest, await buildIconPrinter(folder)])
  expect(`\n${stdout.replace(/[ \r]+$/gm, '')}`).toMatchInlineSnapshot(`
    "
         #######################
        #########################
      #############################
      #############################
     ###############################
    ################################
    ################################
    ################################
    ################################
    ################################
    ########oo############oo########
    ########ooo###########ooo#######
    ########oooo#########oooo#######
    #######ooooo########ooooo#######
    #######oooooo######ooooooo######
    ######oooooooo####ooooooooo#####
    ###ooooooo#oooooooooo#ooooooo###
    ###ooooooo###ooooooo##oo##ooo###
    ########oo############oo########
    ########oo############oo########
    ###oooooooooooooooooooooooooo###
    ###oooooooooooooooooooooooooo###
    ################################
    ################################
    ################################
    ################################
    ################################
    ################################
     ###############################
      #############################
      #############################
        #########################
    "
  `)
})
