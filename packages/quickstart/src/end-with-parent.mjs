// Loaded into every child: when whoever started it is gone (killed, crashed), the child stops as if it had been asked to.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
