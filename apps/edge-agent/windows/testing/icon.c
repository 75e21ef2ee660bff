/* Prints the icon of the launcher, a character for each pixel: ' ' seen through, '#' ink, 'o' white. */
#include <stdio.h>

#include "../launcher.h"

int wmain(void) {
  ICONINFO info;
  BITMAPINFO format = {.bmiHeader = {.biSize = sizeof format.bmiHeader, .biWidth = 32, .biHeight = -32, .biPlanes = 1,
                                     .biBitCount = 32}};
  static DWORD colors[32 * 32], mask[32 * 32];
  HDC screen = GetDC(NULL);
  if (!GetIconInfo(find_brand_icon(), &info)) return 1;
  if (GetDIBits(screen, info.hbmColor, 0, 32, colors, &format, DIB_RGB_COLORS) != 32) return 1;
  if (GetDIBits(screen, info.hbmMask, 0, 32, mask, &format, DIB_RGB_COLORS) != 32) return 1;
  for (int row = 0; row < 32; row++) {
    for (int column = 0; column < 32; column++) {
      int pixel = row * 32 + column;
      BOOL is_white = (colors[pixel] & 0xffffff) == 0xffffff;
      putchar((mask[pixel] & 0xffffff) != 0 ? ' ' : is_white ? 'o' : (colors[pixel] & 0xffffff) == 0x18181b ? '#' : '?');
    }
    putchar('\n');
  }
  return 0;
}
