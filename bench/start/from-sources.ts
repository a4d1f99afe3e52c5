// `authly` from its sources, whether or not a program was built of them.
import { runCli } from '../../apps/service/src/operator/cli.ts';

process.exit(await runCli(process.argv, process.env));
