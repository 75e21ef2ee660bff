#include "launcher.h"

#define SIZE 32
#define INK RGB(0x18, 0x18, 0x1b)

/* The mark of the portal: a bridge on a square with round corners. */
static void draw_mark(HDC context) {
  static const POINT road[] = {{4, 21}, {28, 21}};
  static const POINT left[] = {{9, 21}, {9, 14}};
  static const POINT right[] = {{23, 21}, {23, 14}};
  static const POINT cables[] = {{4, 17}, {8, 17}, {9, 11}, {9, 11}, {9, 11}, {11, 17}, {16, 17},
                                 {21, 17}, {23, 11}, {23, 11}, {23, 11}, {24, 17}, {28, 17}};
  SelectObject(context, GetStockObject(NULL_PEN));
  SelectObject(context, GetStockObject(DC_BRUSH));
  SetDCBrushColor(context, INK);
  RoundRect(context, 0, 0, SIZE + 1, SIZE + 1, 16, 16);
  HPEN pen = CreatePen(PS_SOLID, 2, RGB(255, 255, 255));
  HGDIOBJ earlier = SelectObject(context, pen);
  Polyline(context, road, ARRAYSIZE(road));
  Polyline(context, left, ARRAYSIZE(left));
  Polyline(context, right, ARRAYSIZE(right));
  PolyBezier(context, cables, ARRAYSIZE(cables));
  SelectObject(context, earlier);
  DeleteObject(pen);
}

/* Draws the part of the icon that is seen through: white outside of the square. */
static void draw_mask(HDC context) {
  RECT all = {0, 0, SIZE, SIZE};
  FillRect(context, &all, GetStockObject(WHITE_BRUSH));
  SelectObject(context, GetStockObject(NULL_PEN));
  SelectObject(context, GetStockObject(BLACK_BRUSH));
  RoundRect(context, 0, 0, SIZE + 1, SIZE + 1, 16, 16);
}

static void draw(HBITMAP bitmap, void (*paint)(HDC)) {
  HDC context = CreateCompatibleDC(NULL);
  HGDIOBJ earlier = SelectObject(context, bitmap);
  paint(context);
  SelectObject(context, earlier);
  DeleteDC(context);
}

HICON find_brand_icon(void) {
  static HICON icon;
  if (icon != NULL) return icon;
  HDC screen = GetDC(NULL);
  ICONINFO info = {.fIcon = TRUE, .hbmColor = CreateCompatibleBitmap(screen, SIZE, SIZE),
                   .hbmMask = CreateBitmap(SIZE, SIZE, 1, 1, NULL)};
  ReleaseDC(NULL, screen);
  if (info.hbmColor != NULL && info.hbmMask != NULL) {
    draw(info.hbmColor, draw_mark);
    draw(info.hbmMask, draw_mask);
    icon = CreateIconIndirect(&info);
  }
  if (info.hbmColor != NULL) DeleteObject(info.hbmColor);
  if (info.hbmMask != NULL) DeleteObject(info.hbmMask);
  return icon != NULL ? icon : LoadIconW(NULL, (LPCWSTR)IDI_APPLICATION);
}
