import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import classes from './mail-list.module.css'

interface MailSummary {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly link: string
  /** ISO 8601. */
  readonly sentAt: string
}

/** Lists the development mailbox's emails, newest first. */
export function MailList({ mails }: { mails: readonly MailSummary[] }) {
  return (
    <>
      <PageHeader
        title="Development mailbox"
        description="No mail server is configured, so emails are kept here until the service stops."
      />
      {mails.length === 0 ? (
        <EmptyState
          icon={<IconMailOff stroke={1.7} />}
          title="No emails yet"
          action={<LinkButton href="/sign-in">Sign in</LinkButton>}
        >
          Request a sign-in link, then come back to open it.
        </EmptyState>
      ) : (
        <Stack component="ul" p={0} m={0} gap="sm" style={{ listStyle: 'none' }}>
          {mails.map(({ to, subject, text, link, sentAt }) => (
            <Card key={`${sentAt} ${to} ${link}`} component="li" withBorder>
              <Group justify="space-between" gap="sm">
                <div>
                  <Title order={2} size="h5">
                    {subject}
                  </Title>
                  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    To {to}, <time dateTime={sentAt}>{sentAt.replace('T', ' ').slice(0, 19)} UTC</time>
                  </Text>
                </div>
                <Button component="a" href={link} variant="light" aria-label={`Open link for ${to}`}>
                  Open link
                </Button>
              </Group>
              <details className={classes.message}>
                <summary>Text</summary>
                <pre className={classes.text}>{text}</pre>
              </details>
            </Card>
          ))}
        </Stack>
      )}
    </>
  )
}
