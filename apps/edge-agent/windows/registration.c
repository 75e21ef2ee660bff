#include "launcher.h"

/* The installer writes it: see agent.nsi. */
#define UNINSTALL_KEY L"Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\BridgeServiceAgent"

/* Whether the list has the installation to which these versions belong. A copy of it elsewhere changes nothing. */
static BOOL is_registered(HKEY key, const WCHAR *versions) {
  WCHAR location[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH];
  DWORD size = sizeof location;
  return RegGetValueW(key, NULL, L"InstallLocation", RRF_RT_REG_SZ, NULL, location, &size) == ERROR_SUCCESS &&
         join_path(path, location, L"versions") && lstrcmpiW(path, versions) == 0;
}

void register_version(const WCHAR *versions, const WCHAR *version) {
  HKEY key;
  if (RegOpenKeyExW(HKEY_CURRENT_USER, UNINSTALL_KEY, 0, KEY_QUERY_VALUE | KEY_SET_VALUE, &key) != ERROR_SUCCESS) return;
  if (is_registered(key, versions)) {
    DWORD size = ((DWORD)wcslen(version) + 1) * sizeof *version;
    RegSetValueExW(key, L"DisplayVersion", 0, REG_SZ, (const BYTE *)version, size);
  }
  RegCloseKey(key);
}
