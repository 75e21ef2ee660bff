import { Text, Title } from '@mantine/core'
import { TextLink } from '../../components/text-link.tsx'
import { libraries } from './libraries.ts'
import classes from './library-list.module.css'

/** Names the client libraries that work unmodified. */
export function LibraryList() {
  return (
    <section aria-labelledby="libraries">
      <Title order={2} size="h3" mb={4} id="libraries">
        Your client library works unmodified
      </Title>
      <Text c="dimmed" mb="md">
        Each of these runs in our tests, or its recorded requests do.{' '}
        <TextLink href="/docs/guides/client-libraries">How to set up each</TextLink>
      </Text>
      <dl className={classes.list}>
        {libraries.map(({ language, names }) => (
          <div key={language} className={classes.row}>
            <dt>{language}</dt>
            {names.map((name) => (
              <dd key={name}>{name}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
