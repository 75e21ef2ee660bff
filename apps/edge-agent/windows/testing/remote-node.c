/*
 * A stand-in for node.exe that lets the test run the program, where Node.js itself does not run. It sends its arguments
 * to STAND_IN_PORT, one per line, with an empty line after the last, ends the connection for its part when its standard
 * input ends, and exits with the code that it receives. Without a code, it exits with 99.
 */
#include <winsock2.h>

#include <stdio.h>
#include <stdlib.h>

static SOCKET test;

static void connect_to_test(void) {
  WSADATA data;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  char port[8];
  if (GetEnvironmentVariableA("STAND_IN_PORT", port, sizeof port) == 0) exit(99);
  if (WSAStartup(MAKEWORD(2, 2), &data) != 0) exit(99);
  address.sin_port = htons((u_short)atoi(port));
  test = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(test, (struct sockaddr *)&address, sizeof address) != 0) exit(99);
}

static void send_line(const WCHAR *text) {
  char line[4096];
  int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, line, sizeof line, NULL, NULL);
  if (length == 0) exit(99);
  line[length - 1] = '\n';
  if (send(test, line, length, 0) != length) exit(99);
}

static DWORD WINAPI pass_on_end(void *unused) {
  (void)unused;
  while (getchar() != EOF) continue;
  shutdown(test, SD_SEND);
  return 0;
}

static int receive_exit_code(void) {
  char text[16];
  int length = 0, count;
  while (length < (int)sizeof text - 1 && (count = recv(test, text + length, (int)sizeof text - 1 - length, 0)) > 0) {
    length += count;
  }
  text[length] = '\0';
  return length == 0 ? 99 : atoi(text);
}

int wmain(int count, WCHAR **arguments) {
  connect_to_test();
  for (int index = 1; index < count; index++) send_line(arguments[index]);
  send_line(L"");
  CreateThread(NULL, 0, pass_on_end, NULL, 0, NULL);
  return receive_exit_code();
}
