package org.filbert.sql;

import java.io.IOException;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.factories.CatalogFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.filbert.connectors.file.Location;
import org.filbert.store.ModelStore;

/** Catalogs of type {@code filbert}: the models of a store. */
public final class FilbertCatalogFactory implements CatalogFactory {
  @Override
  public String factoryIdentifier() {
    return FilbertModelFactory.IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(FilbertModelFactory.STORE);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  @Override
  public Catalog createCatalog(Context context) {
    FactoryUtil.CatalogFactoryHelper helper = FactoryUtil.createCatalogFactoryHelper(this, context);
    helper.validate();
    String store = helper.getOptions().get(FilbertModelFactory.STORE);
    try {
      return new FilbertCatalog(context.getName(), store, ModelStore.open(Location.of(store)));
    } catch (IOException e) {
      throw new ValidationException(e.getMessage(), e);
    }
  }
}
