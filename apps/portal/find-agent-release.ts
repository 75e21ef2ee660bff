import { existsSync } from 'node:fs'
import path from 'node:path'

/** Where a release and a clone keep the agent's release: `npm run release` copies what `npm run windows:build` built. */
const folders = ['agent-release', '.bridge/windows']

/** Finds the agent's release that this installation of the service brings along, if it has an installer. */
export function findAgentRelease(root = path.join(import.meta.dirname, '../..')): string | undefined {
  return folders
    .map((folder) => path.join(root, folder))
    .find((folder) => existsSync(path.join(folder, 'bridge-agent-setup.exe')))
}
