import type { RealmId } from '@bridge/agent-protocol'
import { List, ListItem, Text } from '@mantine/core'
import { CodeBlock } from '../../components/code-block.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { placeholders } from './snippets.ts'
import { Step } from './step.tsx'

interface NextStepProps {
  readonly baseUrl: string
  readonly realmId: RealmId
  readonly clientId: string | undefined
}

const redirectUri = 'http://localhost:8000/callback'

/** Shows how an integration gets its own tokens, and links to the documentation. */
export function NextStep({ baseUrl, realmId, clientId }: NextStepProps) {
  const authorizeUrl = new URL('/oauth2/v1/authorize', baseUrl)
  authorizeUrl.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId ?? placeholders.clientId,
    redirect_uri: redirectUri,
    realm_id: realmId,
    state: 'a-random-text',
  }).toString()
  return (
    <Step number={3} title="Connect your integration">
      <Text maw={680}>
        Send the owner of the company file to the consent page with one of your registered redirect URIs. Then exchange
        the code that you receive for tokens.
      </Text>
      <CodeBlock code={authorizeUrl.href} label="Consent page URL" />
      <List spacing="xs">
        <ListItem>
          <TextLink href="/docs">Differences from QuickBooks Online</TextLink>
        </ListItem>
        <ListItem>
          <TextLink href="/docs/errors">Error codes, causes and fixes</TextLink>
        </ListItem>
      </List>
    </Step>
  )
}
