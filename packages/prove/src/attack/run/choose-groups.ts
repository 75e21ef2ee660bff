import type { AttackGroup } from './attack.ts'

/** Returns the texts choosing nothing: a run without their attacks would seem to have tried them. */
export function findUnknown(groups: readonly AttackGroup[], texts: readonly string[]): readonly string[] {
  return texts.filter((text) => chooseGroups(groups, [text]).length === 0)
}

/**
 * Chooses the groups with a text in their names, in any case; all without texts. After a colon, a text chooses attacks
 * in these groups: `processes: agent, SIGTERM`.
 */
export function chooseGroups(groups: readonly AttackGroup[], texts: readonly string[]): readonly AttackGroup[] {
  if (texts.length === 0) return groups
  const choices = texts.map((text) => {
    const [group = '', ...attack] = text.toLowerCase().split(':')
    return { group: group.trim(), attack: attack.join(':').trim() }
  })
  return groups.flatMap((group) => {
    const ofGroup = choices.filter((choice) => group.name.toLowerCase().includes(choice.group))
    const attacks = group.attacks.filter(({ name }) =>
      ofGroup.some(({ attack }) => name.toLowerCase().includes(attack)),
    )
    return attacks.length === 0 ? [] : [{ ...group, attacks }]
  })
}
