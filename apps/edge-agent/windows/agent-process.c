#include <stdio.h>

#include "launcher.h"

static void close_handle(HANDLE *handle) {
  if (*handle != NULL && *handle != INVALID_HANDLE_VALUE) CloseHandle(*handle);
  *handle = NULL;
}

/* Opens a file in the logs for what the agent prints. Keeps the one of the last start if it has a name. */
static HANDLE open_output(const WCHAR *data_folder, const WCHAR *name, const WCHAR *earlier_name) {
  SECURITY_ATTRIBUTES inheritable = {.nLength = sizeof inheritable, .bInheritHandle = TRUE};
  WCHAR logs[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH], earlier[PATH_MAX_LENGTH];
  if (!join_path(logs, data_folder, L"logs") || !join_path(path, logs, name)) return INVALID_HANDLE_VALUE;
  CreateDirectoryW(data_folder, NULL);
  CreateDirectoryW(logs, NULL);
  if (earlier_name != NULL && join_path(earlier, logs, earlier_name)) {
    MoveFileExW(path, earlier, MOVEFILE_REPLACE_EXISTING);
  }
  return CreateFileW(path, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, &inheritable, CREATE_ALWAYS,
                     FILE_ATTRIBUTE_NORMAL, NULL);
}

static HANDLE create_job(void) {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
      .BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
  };
  HANDLE job = CreateJobObjectW(NULL, NULL);
  if (job == NULL) return NULL;
  if (!SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits)) close_handle(&job);
  return job;
}

static BOOL create_input(HANDLE *read, HANDLE *write) {
  SECURITY_ATTRIBUTES inheritable = {.nLength = sizeof inheritable, .bInheritHandle = TRUE};
  return CreatePipe(read, write, &inheritable, 0) && SetHandleInformation(*write, HANDLE_FLAG_INHERIT, 0);
}

/* Starts the program inside the job: it runs only after it has been assigned. */
static BOOL start_in_job(struct agent_process *agent, WCHAR *command_line, const WCHAR *folder, STARTUPINFOW *startup) {
  PROCESS_INFORMATION information;
  if (!CreateProcessW(NULL, command_line, NULL, NULL, TRUE, CREATE_NO_WINDOW | CREATE_SUSPENDED, NULL, folder, startup,
                      &information)) {
    return FALSE;
  }
  BOOL is_assigned = AssignProcessToJobObject(agent->job, information.hProcess);
  if (is_assigned) ResumeThread(information.hThread);
  else TerminateProcess(information.hProcess, 1);
  CloseHandle(information.hThread);
  agent->process = information.hProcess;
  return is_assigned;
}

/* Starts node.exe with the agent and arguments. Closes `output`. */
static BOOL start_node(struct agent_process *agent, const WCHAR *folder, const WCHAR *arguments, HANDLE output) {
  WCHAR command_line[4 * PATH_MAX_LENGTH];
  HANDLE input = NULL;
  memset(agent, 0, sizeof *agent);
  int length = _snwprintf(command_line, ARRAYSIZE(command_line), L"\"%ls\\node.exe\" \"%ls\\agent.cjs\" %ls", folder,
                          folder, arguments);
  BOOL is_started = length > 0 && length < (int)ARRAYSIZE(command_line);
  is_started = is_started && (agent->job = create_job()) != NULL && create_input(&input, &agent->input);
  if (is_started) {
    STARTUPINFOW startup = {.cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES};
    startup.hStdInput = input;
    startup.hStdOutput = startup.hStdError = output == INVALID_HANDLE_VALUE ? NULL : output;
    is_started = start_in_job(agent, command_line, folder, &startup);
  }
  close_handle(&input);
  close_handle(&output);
  if (!is_started) finish_agent(agent);
  return is_started;
}

BOOL start_agent(struct agent_process *agent, const struct agent_folders *folders) {
  WCHAR arguments[2 * PATH_MAX_LENGTH];
  int length = _snwprintf(arguments, ARRAYSIZE(arguments), L"--stop-with-stdin --versions \"%ls\"", folders->versions);
  if (length < 0 || length >= (int)ARRAYSIZE(arguments)) return FALSE;
  return start_node(agent, folders->version, arguments,
                    open_output(folders->data, L"console.log", L"console-earlier.log"));
}

BOOL start_agent_command(struct agent_process *command, const struct agent_folders *folders, const WCHAR *arguments) {
  return start_node(command, folders->version, arguments, open_output(folders->data, COMMAND_OUTPUT, NULL));
}

void request_stop(struct agent_process *agent) { close_handle(&agent->input); }

DWORD finish_agent(struct agent_process *agent) {
  DWORD code = 1;
  if (agent->process != NULL) GetExitCodeProcess(agent->process, &code);
  close_handle(&agent->input);
  close_handle(&agent->process);
  /* Ends what the agent left behind. */
  close_handle(&agent->job);
  return code;
}
