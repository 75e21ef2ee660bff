import { List, ListItem, Text } from '@mantine/core'
import { CodeBlock } from '../../components/code-block.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { placeholders } from './snippets.ts'
import { Step } from './step.tsx'

interface NextStepProps {
  readonly baseUrl: string
  readonly realmId: string
  readonly clientId: string | undefined
}

const redirectUri = 'http://localhost:8000/callback'

/** How an integration gets its own tokens, and where to read on. */
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
    <Step number={3} title="Let your integration connect">
      <Text maw={680}>
        Your integration sends the person who owns the company file to the consent page, with one of its registered
        redirect URIs, and exchanges the code that comes back for tokens.
      </Text>
      <CodeBlock code={authorizeUrl.href} language="bash" label="The address of the consent page" />
      <List spacing="xs">
        <ListItem>
          <TextLink href="/docs">How the service differs from QuickBooks Online</TextLink>
        </ListItem>
        <ListItem>
          <TextLink href="/docs/errors">Every error code, what causes it and what to do</TextLink>
        </ListItem>
      </List>
    </Step>
  )
}
