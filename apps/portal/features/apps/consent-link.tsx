'use client'

import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyText } from '../../components/copy-text.tsx'
import { Section } from '../../components/section.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { toSandboxInput } from '../company-files/list-inputs.ts'
import { useFileChoices } from '../company-files/use-file-choices.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { buildConsentUrl } from './build-consent-url.ts'

/** Builds the link to the consent page, and opens it. */
export function ConsentLink({ app }: { app: PortalData['getClient']['client'] }) {
  const { id: orgId } = useOrganization()
  const trpc = useTRPC()
  const { data: sandboxes } = useQuery(trpc.listRealms.queryOptions(toSandboxInput(orgId)))
  const { data: service } = useQuery(trpc.quickStart.data.queryOptions({ orgId }))
  const [redirectUri, setRedirectUri] = useState<string | null>(null)
  const [realmId, setRealmId] = useState<string | null>(null)
  const [state, setState] = useState('example-state')
  const choices = useFileChoices(orgId, realmId)
  const sandbox = sandboxes?.realms[0]
  const files = [...(sandbox ? [sandbox] : []), ...choices.files.filter(({ id }) => id !== sandbox?.id)]
  const chosenRealm = files.find(({ id }) => id === realmId) ?? files[0]
  const chosenUri = app.redirectUris.find((uri) => uri === redirectUri) ?? app.redirectUris[0]
  const url =
    service && chosenRealm && chosenUri !== undefined
      ? buildConsentUrl(service.baseUrl, { clientId: app.id, redirectUri: chosenUri, realmId: chosenRealm.id, state })
      : undefined
  return (
    <Section
      title="Consent link"
      description="Your app sends users to this address. They press Connect and return to the redirect URI with a code."
    >
      <Stack gap="md" maw={640}>
        <Select
          label="Company file"
          allowDeselect={false}
          {...choices.search}
          data={files.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosenRealm?.id ?? null}
          onChange={setRealmId}
        />
        <Select
          label="Redirect URI"
          allowDeselect={false}
          data={[...app.redirectUris]}
          value={chosenUri ?? null}
          onChange={setRedirectUri}
        />
        <TextInput
          label="State"
          description="The service returns it unchanged. Use a new random value for each user."
          value={state}
          maxLength={500}
          onChange={(event) => setState(event.currentTarget.value)}
        />
        {url !== undefined && (
          <>
            <CopyText label="consent link" value={url} />
            <Group>
              <Button component="a" href={url} target="_blank" rel="noreferrer" variant="default">
                Try the consent page
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Section>
  )
}
