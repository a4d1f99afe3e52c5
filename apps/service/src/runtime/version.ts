import ownPackage from '../../package.json' with { type: 'json' };

export const VERSION = ownPackage.version;
