// Loaded into every child process: stops the child when its parent is gone, even if the parent was killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
