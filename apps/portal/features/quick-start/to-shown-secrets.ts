import type { RealmId } from '@bridge/agent-protocol'
import type { ShownSecrets } from '../../components/secrets-dialog.tsx'
import { placeholders, type SnippetValues, snippets } from './snippets.ts'

interface IssuedToken {
  readonly realmId: RealmId
  readonly accessToken: string
  readonly expiresAt: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
}

/** Returns the sandbox token dialog's contents, with the same request in three languages. */
export function toShownSecrets(baseUrl: string, token: IssuedToken): ShownSecrets {
  const { realmId, accessToken, clientId, clientSecret } = token
  const values: SnippetValues = {
    baseUrl,
    realmId,
    accessToken,
    clientId,
    clientSecret: clientSecret ?? placeholders.clientSecret,
  }
  const [curl, ...libraries] = snippets.map(({ title, code }) => ({ title, code: code(values) }))
  return {
    title: 'Your access token',
    fileName: 'sandbox.env',
    secrets: [
      { label: 'Access token', environmentName: 'ACCESS_TOKEN', value: accessToken },
      ...(clientSecret === undefined
        ? []
        : [
            { label: 'Client ID', environmentName: 'CLIENT_ID', value: clientId, isPublic: true },
            { label: 'Client secret', environmentName: 'CLIENT_SECRET', value: clientSecret },
          ]),
    ],
    ...(clientSecret === undefined
      ? {}
      : { note: 'Your organization had no app, so we registered one named “Quick start”.' }),
    sample: {
      label: 'Make your first call',
      path: `/v3/company/${realmId}/query?query=${encodeURIComponent('SELECT * FROM Customer MAXRESULTS 3')}`,
      headers: { Authorization: `Bearer ${accessToken}`, Accept: 'application/json' },
      curl: curl?.code ?? '',
      snippets: libraries,
    },
  }
}
