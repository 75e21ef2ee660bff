import { Code, List, ListItem, Text } from '@mantine/core'
import { Section } from '../../components/section.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { describeSettings } from './app-settings.ts'

/** Shows an app's settings to members. */
export function AppFacts({ app }: { app: PortalData['getClient']['client'] }) {
  return (
    <Section title="Redirect URIs" description="Users return to one of these addresses after the consent page.">
      <List spacing={4} size="sm">
        {app.redirectUris.map((uri) => (
          <ListItem key={uri}>
            <Code style={{ overflowWrap: 'anywhere' }}>{uri}</Code>
          </ListItem>
        ))}
      </List>
      {describeSettings(app).map((setting) => (
        <Text key={setting} size="sm" mt="sm">
          {setting}
        </Text>
      ))}
    </Section>
  )
}
