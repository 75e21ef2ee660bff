import { Group, Text } from '@mantine/core'
import { TextLink } from '../../components/text-link.tsx'
import type { ListedEntity } from './entity-catalogue.ts'
import classes from './entity-list-item.module.css'

/** Shows an entity with its operations, or why it is not supported. */
export function EntityListItem({ entity: { name, text, href } }: { entity: ListedEntity }) {
  return (
    <Group component="li" className={classes.item} gap="4px 16px">
      <Text fw={600} className={classes.name}>
        {href ? <TextLink href={href}>{name}</TextLink> : name}
      </Text>
      <Text size="sm" c="dimmed" className={classes.text}>
        {text}
      </Text>
    </Group>
  )
}
