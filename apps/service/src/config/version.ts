import ownPackage from '../../package.json' with { type: 'json' };

/** Of this package: shown by `authly --version`, in OpenAPI and in the metrics. */
export const VERSION = ownPackage.version;
