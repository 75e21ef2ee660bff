'use client'

import { Menu, MenuDropdown, MenuItem, MenuTarget } from '@mantine/core'
import { MenuAnchor } from '../../components/menu-anchor.tsx'
import type { LoadedMenuProps } from '../../components/menu-button.tsx'
import { type CopyLanguage, copyLanguages } from './copy-request-as.ts'

interface CopyAsMenuProps extends LoadedMenuProps {
  readonly onCopy: (language: CopyLanguage) => void
}

/** Lists the languages for copying a request. */
export default function CopyAsMenu({ id, anchor, opened, onClose, onCopy }: CopyAsMenuProps) {
  return (
    <Menu id={id} opened={opened} onClose={onClose} position="bottom-start" returnFocus={false}>
      <MenuTarget>
        <MenuAnchor anchor={anchor} />
      </MenuTarget>
      <MenuDropdown>
        {copyLanguages.map((language) => (
          <MenuItem key={language} onClick={() => onCopy(language)}>
            {language}
          </MenuItem>
        ))}
      </MenuDropdown>
    </Menu>
  )
}
