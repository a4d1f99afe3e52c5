export const listOf = (env: NodeJS.ProcessEnv, name: string): string[] =>
  (env[name] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
