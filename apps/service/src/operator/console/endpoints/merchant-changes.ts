import { Type, type TSchema } from 'typebox';
import { addMerchant } from '../../actions/add-merchant.ts';
import { setLogo, type LogoFile } from '../../actions/logos.ts';
import { probeMerchant } from '../../actions/merchant-probe.ts';
import {
  findMerchant,
  merchantView,
  resumeMerchant,
  setMerchant,
  settingFields,
  suspendMerchant,
} from '../../actions/merchants.ts';
import { shape } from '../../../http/shape.ts';
import { ConsoleError } from '../console-error.ts';
import type { Handler } from '../endpoint.ts';

const fieldShape = ({
  name,
  type,
  bounds: [min, max],
  isRequired,
}: ReturnType<typeof settingFields>[number]): [string, TSchema] => {
  const text = Type.String({ minLength: min, maxLength: max });
  const integer = Type.Integer({ minimum: min, maximum: max });
  const value = type === 'boolean' ? Type.Boolean() : type === 'integer' ? integer : text;
  return [name, Type.Optional(isRequired ? value : Type.Union([value, Type.Null()]))];
};
const SETTINGS_SHAPE = Type.Object(Object.fromEntries(settingFields().map(fieldShape)), {
  additionalProperties: false,
});
const LOGO_SHAPE = Type.Object(
  { name: Type.String({ maxLength: 255 }), base64: Type.String() },
  { additionalProperties: false },
);

const settingsShape = shape(SETTINGS_SHAPE);
const logoShape = shape(Type.Object({ logo: Type.Union([LOGO_SHAPE, Type.Null()]) }, { additionalProperties: false }));
const newShape = shape(
  Type.Object(
    {
      settings: SETTINGS_SHAPE,
      logo: Type.Optional(LOGO_SHAPE),
      webhookUrl: Type.Optional(Type.String({ maxLength: 2048 })),
    },
    { additionalProperties: false },
  ),
);

const fileOf = ({ name, base64 }: { name: string; base64: string }): LogoFile => ({
  name,
  bytes: Buffer.from(base64, 'base64'),
});

export const add: Handler = (_context, { body, operator }) => {
  const { settings, logo, webhookUrl } = newShape(body);
  return addMerchant(operator, {
    settings,
    logo: logo && fileOf(logo),
    // A merchant's webhook is mostly behind the same CA as its Bio API.
    webhook: webhookUrl === undefined ? undefined : { url: webhookUrl, caPem: caOf(settings) },
  });
};

const caOf = (settings: Readonly<Record<string, unknown>>): string | null =>
  typeof settings['bioCaPem'] === 'string' ? settings['bioCaPem'] : null;

export const settings: Handler = async (context, { params, body, operator }) => {
  const given = settingsShape(body);
  if (Object.keys(given).length === 0) throw new ConsoleError(400, 'invalid_request', 'Nothing was changed.');
  return merchantView(await setMerchant(operator, await findMerchant(context, params['id']!), given));
};

export const logo: Handler = async (context, { params, body, operator }) => {
  const { logo: file } = logoShape(body);
  const { id } = await findMerchant(context, params['id']!);
  await setLogo(operator, id, file && fileOf(file));
  return {};
};

export const suspend: Handler = async (_context, { params, operator }) => {
  await suspendMerchant(operator, params['id']!);
  return {};
};

export const resume: Handler = async (_context, { params, operator }) => {
  await resumeMerchant(operator, params['id']!);
  return {};
};

export const probe: Handler = (_context, { params, operator }) => probeMerchant(operator, params['id']!);
