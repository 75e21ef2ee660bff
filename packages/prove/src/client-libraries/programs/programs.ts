import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Capability } from '../library/capabilities.ts'
import type { ClientLibrary } from '../library/client.ts'
import { programClient } from './program-client.ts'

/** A library in another language, run if this machine has the language and the library. */
export interface ProgramLibrary extends ClientLibrary {
  /** Says what to install. */
  readonly needs: string
  readonly isInstalled: () => boolean
}

interface ProgramRow extends Pick<ClientLibrary, 'name' | 'version' | 'language' | 'address' | 'limits'> {
  readonly needs: string
  /** The interpreter, by full path where a namesake may come first. */
  readonly command: string
  readonly script: string
  /** Arguments succeeding only if the library is installed. */
  readonly probe: readonly string[]
}

const rows: readonly ProgramRow[] = [
  {
    name: 'requests-oauthlib',
    version: '1.3.0',
    language: 'Python',
    address: 'Pass the addresses of this service to `authorization_url`, `fetch_token` and `refresh_token`.',
    limits: {},
    needs: 'python3-requests-oauthlib',
    command: '/usr/bin/python3',
    script: 'requests-oauthlib.py',
    probe: ['-c', 'import requests_oauthlib'],
  },
  {
    name: 'oauth2',
    version: '1.4.4',
    language: 'Ruby',
    address: 'Pass `site`, `authorize_url` and `token_url` to `OAuth2::Client.new`.',
    limits: { revoke: 'Not in version 1.4 of the gem: post the token to `/oauth2/v1/revoke`.' },
    needs: 'ruby-oauth2',
    command: '/usr/bin/ruby',
    script: 'oauth2.rb',
    probe: ['-e', "require 'oauth2'"],
  },
]

/** The libraries in other languages. */
export const programLibraries: readonly ProgramLibrary[] = rows.map(({ command, script, probe, ...library }) => ({
  ...library,
  isInstalled: () => {
    try {
      execFileSync(command, probe, { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  },
  connect: (integration) =>
    programClient(
      { command, args: [fileURLToPath(new URL(script, import.meta.url))] },
      integration,
      Object.keys(library.limits) as Capability[],
    ),
}))
